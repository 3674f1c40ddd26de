import * as messages from './messages.ts'
import { request, shown } from './view.ts'

const REFUSED = 'refused'

/** Sends the customer's payment claim and shows the reply. The input stays in the form. */
export const claim = async (form: HTMLFormElement): Promise<void> => {
  const at = <E extends Element>(selector: string) => form.querySelector(selector) as E
  const field = at<HTMLInputElement>('input')
  const wrong = at('.wrong')
  const button = at<HTMLElement>('button')
  const answerLine = at<HTMLElement>('.answer')
  const answer = (text: string, outcome: string): void => {
    answerLine.dataset.outcome = outcome
    answerLine.textContent = text
  }
  if (button.ariaBusy) return
  answer('', '')
  const utr = field.value.replace(/[\s-]/g, '')
  const isUtr = /^\d{12}$/.test(utr)
  field.ariaInvalid = `${!isUtr}`
  wrong.textContent = isUtr ? '' : messages.utrWrong
  if (!isUtr) return field.focus()
  button.ariaBusy = 'true'
  button.textContent = messages.claimSending
  try {
    const response = await request(`/api/v1/order/claim/${shown().order}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ utr }),
    })
    const { msg, outcome }: { msg: string; outcome?: string } = await response.json()
    answer(msg, outcome ?? REFUSED)
  } catch {
    answer(messages.claimUnsent, REFUSED)
  }
  button.ariaBusy = null
  button.textContent = messages.claimSend
}
