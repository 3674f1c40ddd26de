// What the block checkout shows of the method. Paying itself goes the gateway's way: WooCommerce leads to the payment page.
;(() => {
  const { registerPaymentMethod } = window.wc.wcBlocksRegistry
  const { getSetting } = window.wc.wcSettings
  const { createElement } = window.wp.element
  const { decodeEntities } = window.wp.htmlEntities
  const { title, description, icon, badge, badgeStyle, supports } = getSetting('galla_upi_data', {})
  const name = decodeEntities(title || 'UPI')
  const content = createElement('p', null, decodeEntities(description || ''))
  // React takes a style as an object.
  const style = Object.fromEntries(
    (badgeStyle || '')
      .split(';')
      .map((rule) => rule.split(':'))
      .map(([property, value]) => [property.replace(/-(.)/g, (_, letter) => letter.toUpperCase()), value]),
  )
  const label = createElement(
    'span',
    { style: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '8px' } },
    name,
    icon ? createElement('img', { src: icon, alt: '', width: 48, height: 24 }) : null,
    badge ? createElement('span', { className: 'galla-upi-test-badge', style }, decodeEntities(badge)) : null,
  )
  registerPaymentMethod({
    name: 'galla_upi',
    label,
    ariaLabel: badge ? `${name}, ${decodeEntities(badge)}` : name,
    content,
    edit: content,
    canMakePayment: () => true,
    supports: { features: supports || ['products'] },
  })
})()
