/** Apart from the chapter itself, which comes after the page that lists it. */
export const SDK = { id: 'sdk', title: 'SDK and command line' }
