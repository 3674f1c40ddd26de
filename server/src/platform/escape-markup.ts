const SIGNS: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** A text as the content of an HTML element, or in the quotes of an attribute. */
export const escapeHtml = (text: string): string =>
  text.toWellFormed().replace(/[&<>"']/g, (sign) => SIGNS[sign] ?? '')

/** The same for XML, with spaces for the characters that it cannot contain. */
export const escapeXml = (text: string): string => escapeHtml(text).replace(/[\p{Cc}\uFFFE\uFFFF]/gu, ' ')
