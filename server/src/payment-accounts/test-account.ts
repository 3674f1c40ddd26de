/** Builds the merchant's only test account; its UPI ID exists nowhere else, so that a scanned test QR cannot take money. */
export const TEST_ACCOUNT_ID = 'acc_test'

export const testUpiId = (merchantId: string): string => `${merchantId}@gallatest`
