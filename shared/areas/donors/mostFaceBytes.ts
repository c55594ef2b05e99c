/** Bytes of the largest face on the donation page, which has it in itself. */
export const mostFaceBytes = 20_000
