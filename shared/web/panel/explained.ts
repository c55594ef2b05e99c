import { NoAmount } from './settingFields.ts'
import { translate } from './translate.ts'

/**
 * What is read of a form.
 *
 * @throws Error in the page's language, where a line is no amount
 */
export const explained = <Result>(read: () => Result): Result => {
  try {
    return read()
  } catch (cause) {
    throw cause instanceof NoAmount ? new Error(`${translate('noAmount')} (${cause.message})`) : cause
  }
}
