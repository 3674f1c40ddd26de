/** Where each Galla serves the WooCommerce plugin. */
export const PLUGIN_PATH = '/downloads/galla-woocommerce.zip'
