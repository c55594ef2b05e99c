/** The most items of one call of `add-items`. */
export const additionLimit = 90
