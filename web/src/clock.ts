/** The app's one look at the device's clock. Nothing that decides about money reads it. */
export const deviceTimeMs = (): number => Date.now()
