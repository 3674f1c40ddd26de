export const STATEMENT_WORDS = {
  failed: 'The statement could not be read. Please try again.',
  unreachable: 'The server could not be reached. Please check your connection and try again.',
}
