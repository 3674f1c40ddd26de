// What the block checkout shows of the method. Paying itself goes the gateway's way: WooCommerce leads to the payment page.
;(() => {
  const { registerPaymentMethod } = window.wc.wcBlocksRegistry
  const { getSetting } = window.wc.wcSettings
  const { createElement } = window.wp.element
  const { decodeEntities } = window.wp.htmlEntities
  const { title, description, supports } = getSetting('galla_upi_data', {})
  const label = decodeEntities(title || 'UPI')
  const content = createElement('p', null, decodeEntities(description || ''))
  registerPaymentMethod({
    name: 'galla_upi',
    label: createElement('span', null, label),
    ariaLabel: label,
    content,
    edit: content,
    canMakePayment: () => true,
    supports: { features: supports || ['products'] },
  })
})()
