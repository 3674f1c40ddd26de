import { type User, updateProfile } from '@galla/contract/auth/merchants'
import { Stack } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { callEndpoint } from '../../api/api.ts'
import { ActionButton } from '../../components/feedback/action-button.tsx'
import { Banner } from '../../components/feedback/banner.tsx'
import { failureMessage } from '../../components/feedback/failure-message.ts'
import { isShownAtField, messagesFrom } from '../../components/form/form-errors.ts'
import { useCheckedForm } from '../../components/form/use-checked-form.ts'
import { t } from '../../locales/translate.ts'
import { queryKeys } from '../../query-keys.ts'
import { isOwnShop, useSession } from '../../session/session.tsx'
import { fieldsOf, keptFields, type ProfileFields, profileMessages } from './profile-fields.ts'
import { DetailFields, LanguageField, PasswordFields, SupportFields } from './profile-form-fields.tsx'

export const PROFILE_DRAFT = 'profile'

const FAILURE = {
  failed: t('Failed to update profile'),
  unreachable: t('Something went wrong while updating profile'),
}

export function ProfileForm({ user, onSaved }: { user: User; onSaved: (message: string) => void }) {
  const [failure, setFailure] = useState<string>()
  const { update } = useSession()
  const queryClient = useQueryClient()
  const { form, formProps, showErrors } = useCheckedForm<ProfileFields>({
    initialValues: fieldsOf(user),
    validate: (fields) => profileMessages(fields, user),
    draft: { name: PROFILE_DRAFT, keep: keptFields, untilLeft: true },
  })
  const save = useMutation({
    onMutate: () => setFailure(undefined),
    mutationFn: (fields: ProfileFields) => callEndpoint(updateProfile, { body: fields }),
    onSuccess: ({ data, msg }) => {
      update({ ...user, ...data })
      void queryClient.invalidateQueries({ queryKey: queryKeys.emailChange })
      onSaved(msg || t('Profile updated successfully'))
    },
    onError: (error) => {
      const messages = messagesFrom(error)
      const message = failureMessage(error, FAILURE)
      setFailure(isShownAtField(message, messages) ? undefined : message)
      showErrors(messages)
    },
  })
  return (
    <form {...formProps((fields) => save.mutate(fields))}>
      <DetailFields form={form} isOwn={isOwnShop(user)} />
      {isOwnShop(user) && (
        <>
          <LanguageField form={form} />
          <SupportFields form={form} />
        </>
      )}
      <PasswordFields form={form} />
      <Stack gap="md" pt={20} style={{ borderTop: '1px solid var(--galla-line)' }}>
        {failure !== undefined && (
          <Banner tone="failed" message={failure} onDismiss={() => setFailure(undefined)} />
        )}
        <ActionButton type="submit" ml="auto" busy={save.isPending} busyLabel={t('Saving...')}>
          {t('Save Changes')}
        </ActionButton>
      </Stack>
    </form>
  )
}
