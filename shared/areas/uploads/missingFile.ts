/** S3's errors for a missing file, by their status. It hides from a role that may not list a bucket what is missing. */
export const missingFile: Readonly<Record<number, string>> = { 403: 'AccessDenied', 404: 'NoSuchKey' }
