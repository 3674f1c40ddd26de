/** Each merchant has one test account; its UPI ID exists nowhere else, so that a scanned test QR can take no money. */
export const TEST_ACCOUNT_ID = 'acc_test'

export const testUpiId = (merchantId: string): string => `${merchantId}@gallatest`
