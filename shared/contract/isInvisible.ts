/** Blanks, controls, characters that renderers ignore by Unicode, the empty Braille pattern, a notehead without ink. */
const invisible = /^[\s\p{Cc}\p{Default_Ignorable_Code_Point}\u{2800}\u{1D159}]*$/u

/** Whether nothing of a text can be seen. Messengers refuse such a text as empty. */
export const isInvisible = (text: string): boolean => invisible.test(text)
