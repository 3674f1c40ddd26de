/** The words of a program's name, `customer_email` or `clientTransactionId`: a line ends between two of them, never within one. */
export const namePieces = (name: string): string[] => name.split(/(?<=[_-])|(?<=[a-z])(?=[A-Z])/)
