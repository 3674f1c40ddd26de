/** Apart from the chapter itself, which comes after the page that lists it. */
export const MOVING = { id: 'moving', title: 'Moving from another gateway' }
