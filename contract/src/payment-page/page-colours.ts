/** The colours that a merchant may choose for the payment page: fixed, because its policy allows only the style sheet that it was built with. */
export const PAGE_COLOURS = ['teal', 'green', 'violet', 'pink', 'red', 'brown'] as const
export type PageColour = (typeof PAGE_COLOURS)[number]
