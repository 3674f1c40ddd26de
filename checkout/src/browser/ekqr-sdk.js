/**
 * What pages of EKQR v2's clients load as ekqr_sdk.js, from this host instead of theirs:
 *
 *   new EKQR({ sessionId, callbacks: { onSuccess, onError, onCancelled } }).pay()
 *
 * A dialog with the order's QR code and the ways on to an app or to the payment page, until the order has an end. It stands in a
 * shadow tree, so that neither page's styles reach the other, and needs `script-src`, `connect-src` of this host and `img-src data:`
 * where the page has a Content-Security-Policy. What it tells is for the eye: only the server of the shop can know by asking.
 */
{
  const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
  const ID_CHARACTERS = 26
  const ASK_EVERY_MS = 3000
  const TICK_MS = 1000
  const LATE_MS_MAX = 90000

  const script = document.currentScript
  const host = script?.src ? new URL(script.src).origin : location.origin

  const STYLE = `
    dialog { box-sizing: border-box; width: min(360px, calc(100vw - 32px)); padding: 24px; border: 0; border-radius: 16px;
      background: #fff; color: #14181f; font: 16px/1.4 system-ui, sans-serif; text-align: center;
      box-shadow: 0 8px 40px rgb(0 0 0 / .3); }
    dialog::backdrop { background: rgb(11 13 17 / .6); }
    h2 { margin: 0; font-size: 16px; font-weight: 500; overflow-wrap: anywhere; }
    .amount { margin: 4px 0 16px; font-size: 32px; font-weight: 700; font-variant-numeric: tabular-nums; }
    .test { margin: 0 0 12px; padding: 4px 8px; border-radius: 6px; background: #fdf0d5; color: #8a4b00; font-size: 14px; }
    img { display: block; width: 220px; max-width: 100%; margin: 0 auto 12px; border-radius: 10px; background: #fff; }
    [hidden] { display: none; }
    .message { min-height: 1.4em; margin: 0 0 16px; color: #545d6b; font-size: 14px; font-variant-numeric: tabular-nums; }
    a, button { box-sizing: border-box; display: block; width: 100%; min-height: 48px; margin-top: 8px; padding: 12px;
      border: 1px solid #858d9a; border-radius: 10px; background: none; color: inherit; font: inherit; font-weight: 600;
      text-decoration: none; cursor: pointer; }
    a.first { border-color: #0b57d0; background: #0b57d0; color: #fff; }
    :focus-visible { outline: 3px solid #0b57d0; outline-offset: 2px; }
    @media (prefers-color-scheme: dark) {
      dialog { background: #171b22; color: #eef1f5; }
      .message { color: #a3adbb; }
      .test { background: #38270b; color: #f5c26b; }
      a, button { border-color: #6f7a8a; }
      a.first { border-color: #8ab4f8; background: #8ab4f8; color: #0b1a33; }
      :focus-visible { outline-color: #8ab4f8; }
    }`

  /** The order's id: a session's id is the same number in hexadecimal. */
  const orderIdOf = (sessionId) => {
    if (!/^[0-9a-f]{32}$/i.test(sessionId)) return null
    let rest = BigInt(`0x${sessionId}`)
    let id = ''
    for (let i = 0; i < ID_CHARACTERS; i += 1) {
      id = ALPHABET[Number(rest % 32n)] + id
      rest /= 32n
    }
    return id
  }

  const post = async (path, body) => {
    const response = await fetch(`${host}/api/v1/order/${path}`, {
      method: 'POST',
      credentials: 'omit',
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    })
    const reply = await response.json()
    if (!response.ok) throw new Error(reply.msg)
    return reply.data
  }

  const element = (name, properties, ...children) => {
    const made = Object.assign(document.createElement(name), properties)
    made.append(...children)
    return made
  }

  const rupees = (amount) =>
    new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' }).format(amount)

  const timeIn = (ms) => {
    const seconds = Math.max(0, Math.ceil(ms / 1000))
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
  }

  const linkOf = (order) => order.upiIntentUrl?.generic ?? order.upiIntentUrl?.bhim

  class EKQR {
    #orderId
    #callbacks
    #shown = null

    constructor({ sessionId, callbacks = {} } = {}) {
      this.#orderId = orderIdOf(String(sessionId))
      this.#callbacks = callbacks
    }

    /** Shows the dialog, once; each payment ends in one of the three callbacks. */
    pay() {
      if (this.#shown !== null) return
      this.#shown = { order: null, timers: [], place: null, dialog: null, message: null }
      this.#open().catch((error) => this.#end('onError', 'failure', error.message))
    }

    async #open() {
      const id = this.#orderId
      if (id === null) throw new Error('This session does not exist')
      const order = await post(`pay/${id}`, { retry: false })
      this.#shown.order = order
      if (order.status === 'success') return this.#end('onSuccess', 'success')
      if (order.qrCode === undefined)
        return this.#end('onError', 'failure', 'This payment cannot be made any more')
      this.#draw(order, id)
      this.#startWindow(order)
      this.#every(TICK_MS, () => this.#count())
      this.#every(ASK_EVERY_MS, () => this.#ask(id))
    }

    /** By the server's time: the device's clock may be wrong. */
    #startWindow(order) {
      this.#shown.endsAt = performance.now() + Date.parse(order.expiresAt) - Date.parse(order.serverTime)
      this.#showDeclined(false)
    }

    /** A declined payment may be tried again until the window ends, here or on the payment page. */
    #showDeclined(isDeclined) {
      const { image, retry } = this.#shown
      this.#shown.isDeclined = isDeclined
      image.hidden = isDeclined
      retry.hidden = !isDeclined
    }

    async #retry(id) {
      try {
        const order = await post(`pay/${id}`, { retry: true })
        if (this.#shown !== null) this.#showOrder(order)
      } catch (error) {
        this.#end('onError', 'failure', error.message)
      }
    }

    /** A new try has a code and links of its own. */
    #showOrder(order) {
      if (order.qrCode === undefined) return
      const { image, app } = this.#shown
      image.src = order.qrCode
      if (app !== null) app.href = linkOf(order)
      this.#startWindow(order)
    }

    #draw(order, id) {
      const message = element('p', { className: 'message' })
      message.setAttribute('role', 'timer')
      const title = element('h2', { id: 'title', textContent: `Pay ${order.merchantName}` })
      const image = element('img', { src: order.qrCode, alt: 'QR code: scan it with any UPI app' })
      const retry = element('button', {
        type: 'button',
        textContent: 'Retry payment',
        hidden: true,
        onclick: () => this.#retry(id),
      })
      const links = []
      const hasApp =
        linkOf(order) !== undefined && order.mode === 'live' && matchMedia('(pointer: coarse)').matches
      const app = hasApp
        ? element('a', { className: 'first', href: linkOf(order), textContent: 'Pay with a UPI app' })
        : null
      if (app !== null) links.push(app)
      const page = element('a', {
        className: links.length === 0 ? 'first' : '',
        href: `${host}/pay/${id}`,
        target: '_blank',
        rel: 'noopener',
        textContent: 'Open the payment page',
      })
      const dialog = element(
        'dialog',
        {},
        title,
        element('p', { className: 'amount', textContent: rupees(order.amount) }),
        ...(order.mode === 'test'
          ? [element('p', { className: 'test', textContent: 'Test mode: no real money moves' })]
          : []),
        image,
        message,
        retry,
        ...links,
        page,
        element('button', { type: 'button', textContent: 'Cancel', onclick: () => this.#cancel() }),
      )
      dialog.setAttribute('aria-labelledby', 'title')
      dialog.addEventListener('cancel', (event) => {
        event.preventDefault()
        this.#cancel()
      })
      const place = element('div', {})
      const shadow = place.attachShadow({ mode: 'open' })
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(STYLE)
      shadow.adoptedStyleSheets = [sheet]
      shadow.append(dialog)
      document.body.append(place)
      Object.assign(this.#shown, { place, dialog, message, image, retry, app })
      dialog.showModal()
    }

    #every(ms, work) {
      work()
      this.#shown?.timers.push(setInterval(work, ms))
    }

    #count() {
      const { endsAt, message, isDeclined } = this.#shown
      const leftMs = endsAt - performance.now()
      if (isDeclined) message.textContent = `The payment was declined. ${timeIn(leftMs)} left to try again`
      else
        message.textContent =
          leftMs > 0
            ? `Waiting for the payment, ${timeIn(leftMs)} left`
            : 'Looking whether the payment came...'
    }

    /** A network that is away for a moment is no answer, and a payment of the last second takes its time. */
    async #ask(id) {
      const data = await post(`checkstatus/${id}`).catch(() => null)
      if (this.#shown === null) return
      const { endsAt, isDeclined } = this.#shown
      if (data?.status === 'success') this.#end('onSuccess', 'success')
      else if (data?.status === 'failed') {
        if (performance.now() > endsAt) this.#end('onError', 'failure', 'The payment failed')
        else this.#showDeclined(true)
      } else if (data !== null && isDeclined) {
        // Tried again on the payment page.
        const order = await post(`pay/${id}`, { retry: false }).catch(() => null)
        if (this.#shown !== null && order !== null) this.#showOrder(order)
      } else if (performance.now() > endsAt + LATE_MS_MAX)
        this.#end('onError', 'failure', 'The time to pay is over')
    }

    #cancel() {
      this.#end('onCancelled', 'cancelled', 'The customer closed the payment')
    }

    #end(callback, status, msg = 'The payment succeeded') {
      const shown = this.#shown
      if (shown === null) return
      this.#shown = null
      for (const timer of shown.timers) clearInterval(timer)
      // Closed first: that gives the focus back to where it was.
      shown.dialog?.close()
      shown.place?.remove()
      const { clientTransactionId, amount } = shown.order ?? {}
      this.#callbacks[callback]?.({ status, msg, client_txn_id: clientTransactionId, amount })
    }
  }

  window.EKQR = EKQR
}
