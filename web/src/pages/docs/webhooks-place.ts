/** Apart from the chapter itself, which comes after the page that lists it. */
export const WEBHOOKS = { id: 'webhooks', title: 'Webhooks' }
