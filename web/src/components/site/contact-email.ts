/** A placeholder in prerendered HTML; the server replaces it with the operator's address. */
const PLACEHOLDER = '__CONTACT_EMAIL__'

/** The operator's contact address. It comes from the page's HTML, so that it is the same with and without scripts. */
export const contactEmail = (): string =>
  typeof document === 'undefined'
    ? PLACEHOLDER
    : (document.querySelector<HTMLMetaElement>('meta[name="galla-contact"]')?.content ?? '')
