import { NativeSelect } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconPlugConnected, IconPlugConnectedX } from '@tabler/icons-react'
import { PasswordField } from '../../parts/password-field.tsx'
import { type ConnectFields, keepsKey, verificationChoices } from './connect-fields.ts'
import css from './connect-merchant-page.module.css'
import { whatRecognisesMoney } from './what-recognises-money.ts'

/** Holds what a provider's interface needs, where one is spoken; without it the page says plainly what that means. */
export function VerificationSection({ form }: { form: UseFormReturnType<ConnectFields> }) {
  const { merchantProvider, verificationSource } = form.values
  const choices = verificationChoices(merchantProvider)
  const isChosen = verificationSource !== '' && choices.some(({ value }) => value === verificationSource)
  const { title, text } = whatRecognisesMoney(merchantProvider, verificationSource)
  const Sign = isChosen ? IconPlugConnected : IconPlugConnectedX
  return (
    <section aria-labelledby="automatic-verification" className={css.verification}>
      <h3 id="automatic-verification">Automatic verification</h3>
      {choices.length > 0 && (
        <div className={css.verificationFields}>
          <NativeSelect
            label="Recognise payments by"
            name="verificationSource"
            data={choices}
            {...form.getInputProps('verificationSource')}
          />
          {isChosen && verificationSource === 'paytm-v3' && (
            <PasswordField
              label="Merchant Key"
              name="merchantKey"
              required={!keepsKey(form.values)}
              description={
                keepsKey(form.values)
                  ? 'Leave it empty to keep the key you gave'
                  : 'From Developer Settings, API Keys, in your Paytm dashboard'
              }
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              autoComplete="off"
              maxLength={64}
              {...form.getInputProps('merchantKey')}
            />
          )}
        </div>
      )}
      <div className={css.plainly}>
        <Sign size={20} aria-hidden />
        <div>
          <strong>{title}</strong>
          <p>{text}</p>
        </div>
      </div>
    </section>
  )
}
