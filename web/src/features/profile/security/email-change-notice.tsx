import { IconMail } from 'virtual:icons'
import { cancelEmailChange, getEmailChange, resendEmailChange } from '@galla/contract/merchants/email-change'
import { Group, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { callEndpoint } from '../../../api/api.ts'
import { failureMessage } from '../../../components/feedback/failure-message.ts'
import { toastFailure, toastSuccess } from '../../../components/feedback/toast.tsx'
import { ActionButton } from '../../../components/form/action-button.tsx'
import { queryKeys } from '../../../query-keys.ts'
import css from './email-change-notice.module.css'

const WORDS = {
  failed: 'This could not be done',
  unreachable: 'Something went wrong while changing your email address',
}

/** A new address that waits for the link mailed to it; nothing where none does. */
export function EmailChangeNotice() {
  const queryClient = useQueryClient()
  const { data: pending } = useQuery({
    queryKey: queryKeys.emailChange,
    queryFn: async ({ signal }) => (await callEndpoint(getEmailChange, { signal })).data,
    // It may be confirmed in another tab or on another device.
    refetchOnWindowFocus: 'always',
  })
  const settled = {
    onSuccess: async ({ msg }: { msg: string }) => {
      await queryClient.invalidateQueries({ queryKey: queryKeys.emailChange })
      toastSuccess(msg)
    },
    onError: (error: Error) => toastFailure(failureMessage(error, WORDS)),
  }
  const resend = useMutation({ mutationFn: () => callEndpoint(resendEmailChange), ...settled })
  const cancel = useMutation({ mutationFn: () => callEndpoint(cancelEmailChange), ...settled })
  if (pending === undefined || pending === null) return null
  const isBusy = resend.isPending || cancel.isPending
  return (
    <Group
      component="section"
      gap="8px 12px"
      mb="md"
      py="sm"
      px="md"
      bd="1px solid var(--galla-line)"
      bdrs={12}
      bg="var(--galla-created-soft)"
      className={css.notice}
      aria-label="New email address"
    >
      <IconMail size={20} stroke={1.7} aria-hidden />
      <Text flex="1 1 240px" miw={0} className="breaks">
        <strong>{pending.newEmail}</strong> is waiting for confirmation. Open the link that we mailed there;
        until then your address stays as it is.
      </Text>
      <Group gap="xs">
        <ActionButton
          variant="default"
          h={36}
          busy={resend.isPending}
          busyLabel="Sending..."
          disabled={isBusy}
          onClick={() => resend.mutate()}
        >
          Send again
        </ActionButton>
        <ActionButton
          variant="subtle"
          h={36}
          busy={cancel.isPending}
          busyLabel="Cancelling..."
          disabled={isBusy}
          onClick={() => cancel.mutate()}
        >
          Cancel change
        </ActionButton>
      </Group>
    </Group>
  )
}
