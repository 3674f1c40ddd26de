/** Separate from the chapter, whose script is loaded after the page that lists it. */
export const MOVING = { id: 'moving', title: 'Moving from another gateway' }
