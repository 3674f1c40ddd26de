// Kept: the joiners U+200C and U+200D, which Indian scripts are written with.
const UNSEEN = /[\p{Cc}\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]+/gu
const DOT_IN_ADDRESS = /[.\u3002\uff0e\uff61](?=[\u200c\u200d]*\p{L})/gu
const COLON_OF_SCHEME = /(?<=\p{L})[:\uff1a](?=\S)/gu

/**
 * A text that no mail program makes a link of: names of merchants and payers are written by strangers, and "Galla.com verify-now.in"
 * in a letter of ours must not be something to press. Amounts, times and sentences stay as they are.
 */
export const plainWords = (text: string): string =>
  text.replace(UNSEEN, ' ').replace(DOT_IN_ADDRESS, '. ').replace(COLON_OF_SCHEME, ': ')
