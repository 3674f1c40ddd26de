import { IconEye, IconLock, IconLockOpen } from 'virtual:icons'
import { type ApiDetails, getApiDetails } from '@galla/contract/api-keys/api-details'
import { revealApiKey, setKeySettings } from '@galla/contract/api-keys/api-keys'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { callEndpoint, fetchData } from '../../../api/api.ts'
import { useShowApiDetails } from '../../../api/api-details.ts'
import { failureMessage } from '../../../components/feedback/failure-message.ts'
import { toastFailure, toastSuccess } from '../../../components/feedback/toast.tsx'
import { messagesFrom } from '../../../components/form/form-errors.ts'
import { lazyDialog } from '../../../components/overlay/lazy-dialog.tsx'
import { RowButton } from '../../../components/overlay/row-button.tsx'

const PasswordDialog = lazyDialog(
  async () => (await import('../../../components/overlay/password-dialog.tsx')).PasswordDialog,
  { failed: 'The password dialog could not be opened. Try again.' },
)

/** Shows a masked key after the merchant enters the password, until they leave the page. */
export function RevealKey({ onRevealed }: { onRevealed: (apiKey: string) => void }) {
  const [asking, setAsking] = useState(false)
  const reveal = useMutation({
    mutationFn: (password: string) => callEndpoint(revealApiKey, { body: { password } }),
    onSuccess: ({ data }) => {
      setAsking(false)
      onRevealed(data.apiKey)
    },
    onError: (error) => {
      if (messagesFrom(error).password === undefined)
        toastFailure(failureMessage(error, 'Failed to reveal the key'))
    },
  })
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
          busy={reveal.isPending}
          errors={messagesFrom(reveal.error)}
          onConfirm={(password) => reveal.mutate(password)}
          onClose={() => {
            setAsking(false)
            reveal.reset()
          }}
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
  const save = useMutation({
    mutationFn: async (password: string | undefined) => {
      const showOnce = !details.keyShownOnce
      const body = password === undefined ? { showOnce } : { showOnce, password }
      const { msg } = await callEndpoint(setKeySettings, { body })
      return { msg, details: await fetchData(getApiDetails) }
    },
    onSuccess: (saved) => {
      setAsking(false)
      show(saved.details)
      onSet()
      toastSuccess(saved.msg)
    },
    onError: (error) => {
      if (messagesFrom(error).password === undefined)
        toastFailure(failureMessage(error, 'Failed to save the setting'))
    },
  })
  const { keyShownOnce } = details
  return (
    <>
      <RowButton
        Icon={keyShownOnce ? IconLockOpen : IconLock}
        disabled={save.isPending}
        onClick={() => (keyShownOnce ? setAsking(true) : save.mutate(undefined))}
      >
        {keyShownOnce ? 'Always show my key' : 'Show my key only once'}
      </RowButton>
      {asking && (
        <PasswordDialog
          title="Always show the API key?"
          label="Current password"
          action="Show key"
          busyLabel="Saving..."
          busy={save.isPending}
          errors={messagesFrom(save.error)}
          onConfirm={(password) => save.mutate(password)}
          onClose={() => {
            setAsking(false)
            save.reset()
          }}
        >
          <p>Anyone at your screen can then see and copy it.</p>
        </PasswordDialog>
      )}
    </>
  )
}
