// Not the joiners U+200C and U+200D, which Indian scripts need.
const INVISIBLE = /[\p{Cc}\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]+/gu
const DOT_IN_ADDRESS = /[.\u3002\uff0e\uff61](?=[\u200c\u200d]*\p{L})/gu
const COLON_OF_SCHEME = /(?<=\p{L})[:\uff1a](?=\S)/gu

/**
 * Returns a text in which no mail program recognizes a link. Strangers write the names of merchants and payers, and "Galla.com
 * verify-now.in" in our email must not be clickable. Amounts, times and sentences stay as they are.
 */
export const preventLinks = (text: string): string =>
  text.replace(INVISIBLE, ' ').replace(DOT_IN_ADDRESS, '. ').replace(COLON_OF_SCHEME, ': ')
