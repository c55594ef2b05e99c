/** Formats the headers of signed events; requests without event streams never ask for it. */
export class HeaderFormatter {
  format(): never {
    throw new Error('event streams are not part of this bundle')
  }
}
