import { IconEye, IconLock, IconLockOpen } from 'virtual:icons'
import { type ApiDetails, getApiDetails } from '@galla/contract/api-keys/api-details'
import { revealApiKey, setKeySettings } from '@galla/contract/api-keys/api-keys'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { callEndpoint, fetchData } from '../../../api/api.ts'
import { failureMessage } from '../../../components/feedback/failure-message.ts'
import { toastFailure, toastSuccess } from '../../../components/feedback/toast.tsx'
import { lazyDialog } from '../../../components/overlay/lazy-dialog.tsx'
import { RowButton } from '../../../components/overlay/row-button.tsx'
import { useShowApiDetails } from '../../../queries/api-details.ts'

const PasswordDialog = lazyDialog(
  async () => (await import('../../../components/overlay/password-dialog.tsx')).PasswordDialog,
  { failed: 'The password dialog could not be opened. Try again.' },
)

const SETTING_FAILURE = 'Failed to save the setting'

/** Shows a masked key after the merchant enters the password, until they leave the page. */
export function RevealKey({ onRevealed }: { onRevealed: (apiKey: string) => void }) {
  const [asking, setAsking] = useState(false)
  const reveal = async (password: string) => {
    const { data } = await callEndpoint(revealApiKey, { body: { password } })
    setAsking(false)
    onRevealed(data.apiKey)
  }
  return (
    <>
      <RowButton Icon={IconEye} onClick={() => setAsking(true)}>
        Reveal
      </RowButton>
      {asking && (
        <PasswordDialog
          title="Reveal the API key?"
          label="Current password"
          action="Reveal key"
          busyLabel="Revealing..."
          send={reveal}
          failure="Failed to reveal the key"
          onClose={() => setAsking(false)}
        >
          <p>The whole key is shown until you leave this page.</p>
        </PasswordDialog>
      )}
    </>
  )
}

/** Switches the masking of the key. Turning it off needs the password. */
export function ShowOnceSwitch({ details, onSet }: { details: ApiDetails; onSet: () => void }) {
  const [asking, setAsking] = useState(false)
  const show = useShowApiDetails()
  const { keyShownOnce } = details
  const save = async (password?: string) => {
    const showOnce = !keyShownOnce
    const body = password === undefined ? { showOnce } : { showOnce, password }
    const { msg } = await callEndpoint(setKeySettings, { body })
    const saved = await fetchData(getApiDetails)
    setAsking(false)
    show(saved)
    onSet()
    toastSuccess(msg)
  }
  const mask = useMutation({
    mutationFn: () => save(),
    onError: (error) => toastFailure(failureMessage(error, SETTING_FAILURE)),
  })
  return (
    <>
      <RowButton
        Icon={keyShownOnce ? IconLockOpen : IconLock}
        disabled={mask.isPending}
        onClick={() => (keyShownOnce ? setAsking(true) : mask.mutate())}
      >
        {keyShownOnce ? 'Always show my key' : 'Show my key only once'}
      </RowButton>
      {asking && (
        <PasswordDialog
          title="Always show the API key?"
          label="Current password"
          action="Show key"
          busyLabel="Saving..."
          send={save}
          failure={SETTING_FAILURE}
          onClose={() => setAsking(false)}
        >
          <p>Anyone at your screen can then see and copy it.</p>
        </PasswordDialog>
      )}
    </>
  )
}
