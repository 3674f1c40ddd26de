/**
 * The name of the shop that this installation is for, '' before it has registered; undefined where it is for others. The server writes it
 * into the page. While the build renders, its placeholder.
 */
export const ownShop = (): string | undefined =>
  typeof document === 'undefined' ? '__SHOP_NAME__' : document.documentElement.dataset.ownShop
