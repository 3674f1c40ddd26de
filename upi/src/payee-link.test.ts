import { describe, expect, it } from 'vitest'
import { parsePayeeLink, parsePayLink, payeeLink } from './link.ts'
import type { Vpa } from './vpa.ts'

describe('a link without an order', () => {
  const payeeVpa = 'sharmatea@ybl' as Vpa

  it('contains the payee and no amount', () => {
    const link = payeeLink({ payeeVpa, payeeName: "Sharma's Tea & Co" })
    expect(link).toBe('upi://pay?pa=sharmatea@ybl&pn=Sharmas%20Tea%20and%20Co&cu=INR')
    expect(payeeLink({ payeeVpa, payeeName: '!!' })).toContain('pn=sharmatea')
  })

  it('has no reference of an order', () => {
    expect(parsePayLink(payeeLink({ payeeVpa, payeeName: 'Sharma' }))).toBeUndefined()
  })

  it('carries a note, and becomes a payment without a reference when the customer enters an amount', () => {
    const link = payeeLink({ payeeVpa, payeeName: 'Sharma', note: 'Front desk' })
    expect(link).toBe('upi://pay?pa=sharmatea@ybl&pn=Sharma&tn=Front%20desk&cu=INR')
    expect(parsePayeeLink(link)).toBeUndefined()
    expect(parsePayeeLink(`${link}&am=12.50`)).toEqual({
      payeeVpa,
      payeeName: 'Sharma',
      note: 'Front desk',
      amount: 1250n,
    })
    expect(parsePayeeLink(`${link}&am=12.50&tr=A`)).toBeUndefined()
  })
})
