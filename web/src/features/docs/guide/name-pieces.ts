/** Splits an identifier such as `customer_email` or `clientTransactionId` into words, so that it wraps only between them. */
export const namePieces = (name: string): string[] => name.split(/(?<=[_-])|(?<=[a-z])(?=[A-Z])/)
