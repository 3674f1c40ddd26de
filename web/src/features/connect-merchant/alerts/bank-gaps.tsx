import { IconInfoCircle } from 'virtual:icons'
import corpus from '@galla/upi/corpus/banks.json'
import { Notice } from '../../../components/feedback/notice.tsx'
import { t } from '../../../locales/translate.ts'

/** What banks, and the account's own bank besides, do not report by SMS. The bank is known by the handle of the UPI ID. */
export function BankGaps({ upiId }: { upiId: string }) {
  const handle = upiId.slice(upiId.indexOf('@') + 1).toLowerCase()
  const bank = corpus.banks.find(({ handles }) => handles.some((each) => each === handle))
  const title = bank && t('If your account is with {name}', { name: bank.name })
  return (
    <Notice Icon={IconInfoCircle} title={title}>
      {[...(bank?.gaps ?? []), ...corpus.everyBank].map(({ text }) => (
        <p key={text}>{text}</p>
      ))}
    </Notice>
  )
}
