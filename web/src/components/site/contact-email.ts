/** Stands in HTML that is rendered ahead of time; the server writes the operator's address in its place. */
const PLACEHOLDER = '__CONTACT_EMAIL__'

/** The operator's contact address. Every page carries it, so that it is the same with and without a script. */
export const contactEmail = (): string =>
  typeof document === 'undefined'
    ? PLACEHOLDER
    : (document.querySelector<HTMLMetaElement>('meta[name="galla-contact"]')?.content ?? '')
