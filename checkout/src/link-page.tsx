import type { NoPayment } from '@galla/contract/reusable-links/reusable-links'
import { ANSWER_CHARS_MAX, ITEM_QUANTITY_MAX } from '@galla/contract/reusable-links/reusable-links'
import { OutcomeIcon } from './icons.tsx'
import type { ClosedLinkPage, LinkField, LinkView, OpenLinkPage } from './link-view.ts'
import type { MessageKey } from './messages/en.ts'
import { linkAddress } from './page-address.ts'
import { PageFrame } from './page-frame.tsx'
import { textIn, useText } from './text.ts'

const ownAddress = ({ code, language, isLanguageChosen }: LinkView): string =>
  linkAddress(code, isLanguageChosen ? language : undefined)

/** The form's address is not the page's own: after a POST, going back would load a form with a new token. */
const formAddress = ({ code, language, isLanguageChosen }: LinkView): string =>
  `/l/${encodeURIComponent(code)}?form=1${isLanguageChosen ? `&lang=${language}` : ''}`

const NO_PAYMENT = {
  not_found: 'linkNotFound',
  closed: 'linkClosed',
  ended: 'linkEnded',
  used_up: 'linkUsedUp',
  busy: 'linkBusy',
  unavailable: 'linkUnavailable',
  later: 'overloaded',
  too_many: 'too_many_requests',
  too_many_unpaid: 'linkTooManyUnpaid',
} as const satisfies Record<NoPayment, MessageKey>

const MAY_TRY_AGAIN: readonly NoPayment[] = ['busy', 'later', 'too_many', 'too_many_unpaid']

const Field = ({
  id,
  label,
  hint,
  wrong,
  field,
  input,
}: {
  id: string
  label: string
  hint?: string | undefined
  wrong: string
  field: LinkField
  input?: Partial<Record<'inputMode' | 'autoComplete' | 'maxLength', string>> | undefined
}) => (
  <>
    <label htmlFor={id}>
      <bdi>{label}</bdi>
    </label>
    <input
      id={id}
      name={id}
      defaultValue={field.value}
      dir="auto"
      aria-invalid={field.isWrong}
      aria-describedby={`${id}-note`}
      {...(input as object)}
    />
    <p id={`${id}-note`} className={field.isWrong ? 'wrong' : 'hint'}>
      {field.isWrong ? wrong : hint}
    </p>
  </>
)

const Price = ({ view: { price } }: { view: OpenLinkPage }) => {
  const t = useText()
  if (price.kind === 'fixed') return null
  if (price.kind === 'choice') {
    const { min, max } = price
    return (
      <Field
        id="amount"
        label={`${t('amount')} (₹)`}
        hint={t('linkAmountHint', { min, max })}
        wrong={t('linkAmountWrong', { min, max })}
        field={price.field}
        input={{ inputMode: 'decimal', autoComplete: 'off', maxLength: '10' }}
      />
    )
  }
  return (
    <>
      <ul className="items">
        {price.items.map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the items of a link never change
          <li key={index}>
            <label htmlFor={`quantity${index}`}>
              <bdi>{item.name}</bdi> <span>{item.price}</span>
            </label>
            <input
              id={`quantity${index}`}
              name={`quantity${index}`}
              type="number"
              inputMode="numeric"
              min="0"
              max={ITEM_QUANTITY_MAX}
              placeholder="0"
              defaultValue={item.quantity}
            />
          </li>
        ))}
      </ul>
      <p className={price.fault === null ? 'hint' : 'wrong'}>
        {price.fault === 'total' ? t('linkTotalWrong', { max: price.most }) : t('linkChoose')}
      </p>
    </>
  )
}

const Open = ({ view }: { view: OpenLinkPage }) => {
  const t = useText()
  return (
    <main className="link" data-kind="link">
      <p className="eyebrow">{t('payee')}</p>
      <p className="payee" dir="auto">
        {view.merchantName}
      </p>
      <h1 dir="auto">{view.title}</h1>
      {view.price.kind === 'fixed' && <p className="amount">{view.price.amount}</p>}
      {view.description !== '' && (
        <p className="text lines" dir="auto">
          {view.description}
        </p>
      )}
      <form method="post" action={formAddress(view)} noValidate>
        <input type="hidden" name="token" value={view.token} />
        <Price view={view} />
        <Field
          id="name"
          label={t('linkName')}
          wrong={t('linkNameWrong')}
          field={view.name}
          input={{ autoComplete: 'name', maxLength: '100' }}
        />
        {view.questions.map((question, index) => (
          <Field
            // biome-ignore lint/suspicious/noArrayIndexKey: the questions of a link never change
            key={index}
            id={`answer${index}`}
            label={question.label}
            hint={question.isRequired ? undefined : t('linkOptional')}
            wrong={t('linkAnswerWrong')}
            field={question.field}
            input={{ maxLength: String(ANSWER_CHARS_MAX) }}
          />
        ))}
        <button className="button first" type="submit">
          {t('linkContinue')}
        </button>
      </form>
    </main>
  )
}

const Closed = ({ view }: { view: ClosedLinkPage }) => {
  const t = useText()
  return (
    <main className="broken" data-kind="link">
      <OutcomeIcon name="question" />
      {view.merchantName !== null && (
        <p className="payee" dir="auto">
          {view.merchantName}
        </p>
      )}
      <h1>{t('linkNoPayment')}</h1>
      <p className="text">{t(NO_PAYMENT[view.reason])}</p>
      {MAY_TRY_AGAIN.includes(view.reason) && (
        <a className="button first" href={ownAddress(view)}>
          {t('tryAgain')}
        </a>
      )}
    </main>
  )
}

/** The page of a reusable link: a form without a script. */
export const LinkDocument = ({ view, style }: { view: LinkView; style: string }) => {
  const t = textIn(view.language)
  return (
    <PageFrame
      view={view}
      title={view.kind === 'open' ? `${view.title} - ${view.merchantName}` : t('linkNoPayment')}
      style={style}
      addressIn={(language) => linkAddress(view.code, language)}
      isTest={view.kind === 'open' && view.isTest}
      branded={view.kind === 'open' && view.branded}
    >
      {view.kind === 'open' ? <Open view={view} /> : <Closed view={view} />}
    </PageFrame>
  )
}
