import { register, registration } from '@galla/contract/auth/merchants'
import { Checkbox, Text, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate } from 'react-router'
import { callEndpoint } from '../../api/api.ts'
import { ActionButton } from '../../components/feedback/action-button.tsx'
import { toastSuccess } from '../../components/feedback/toast.tsx'
import { type FieldMessages, messagesOf } from '../../components/form/form-errors.ts'
import { MobileField } from '../../components/form/mobile-field.tsx'
import { NewPasswordField } from '../../components/form/new-password-field.tsx'
import { PasswordField } from '../../components/form/password-field.tsx'
import { LOGIN_DRAFT, storeDraft, VISITOR } from '../../components/form/stored-draft.ts'
import { useCheckedForm } from '../../components/form/use-checked-form.ts'
import { AuthCard, EmailField } from '../../components/layout/auth-card.tsx'
import { language } from '../../locales/language.ts'
import { richText } from '../../locales/rich-text.tsx'
import { t } from '../../locales/translate.ts'
import { paths } from '../../paths.ts'

const FAILURE = { failed: t('Registration failed'), unreachable: t('An error occurred during registration') }

export function RegisterPage() {
  const navigate = useNavigate()
  const { form, formProps, showFailure, clear } = useCheckedForm<RegistrationForm>({
    initialValues: {
      name: '',
      email: '',
      mobileNumber: '',
      password: '',
      confirmPassword: '',
      terms: false,
    },
    validate: registrationMessages,
    draft: {
      name: 'register',
      owner: VISITOR,
      keep: ({ name, email, mobileNumber }) => ({ name, email, mobileNumber }),
    },
    isPrerendered: true,
  })
  const create = useMutation({
    mutationFn: ({ name, email, mobileNumber, password }: RegistrationForm) =>
      callEndpoint(register, { body: { name, email, mobileNumber, password, language } }),
    onSuccess: ({ msg }, { email }) => {
      clear()
      storeDraft(LOGIN_DRAFT, VISITOR, { email })
      toastSuccess(msg || t('Registered successfully'))
      navigate(paths.login)
    },
    onError: (error) => showFailure(error, FAILURE),
  })
  return (
    <AuthCard
      title={t('Create your account')}
      line={t('Start in test mode at once: no bank account needed.')}
    >
      <form className="fields" {...formProps((values) => create.mutate(values))}>
        <RegistrationFields form={form} />
        <ActionButton
          type="submit"
          busy={create.isPending}
          busyLabel={t('Creating Account...')}
          h={44}
          fullWidth
        >
          {t('Create Account')}
        </ActionButton>
      </form>
      <Text ta="center">
        {richText('Already have an account? <link>Sign in</link>', {
          link: (text) => <Link to={paths.login}>{text}</Link>,
        })}
      </Text>
    </AuthCard>
  )
}

function RegistrationFields({ form }: { form: UseFormReturnType<RegistrationForm> }) {
  return (
    <>
      <TextInput
        label={t('Full Name')}
        autoComplete="organization"
        size="md"
        {...form.getInputProps('name')}
      />
      <EmailField autoComplete="email" {...form.getInputProps('email')} />
      <MobileField
        label={t('Phone Number')}
        autoComplete="tel-national"
        size="md"
        {...form.getInputProps('mobileNumber')}
      />
      <NewPasswordField
        label={t('Password')}
        size="md"
        owner={form.getValues()}
        {...form.getInputProps('password')}
      />
      <PasswordField
        label={t('Confirm Password')}
        autoComplete="new-password"
        size="md"
        {...form.getInputProps('confirmPassword')}
      />
      <Checkbox
        required
        label={richText('I agree to the <link>Terms</link> and the <link2>Privacy Policy</link2>', {
          link: (text) => <Link to={paths.terms}>{text}</Link>,
          link2: (text) => <Link to={paths.privacy}>{text}</Link>,
        })}
        {...form.getInputProps('terms', { type: 'checkbox' })}
      />
      <Link to={paths.legal}>{t('Is this legal?')}</Link>
    </>
  )
}

interface RegistrationForm {
  readonly name: string
  readonly email: string
  readonly mobileNumber: string
  readonly password: string
  readonly confirmPassword: string
  readonly terms: boolean
}

/** The contract's rules, and those that only the form can check. */
export function registrationMessages(values: RegistrationForm): FieldMessages {
  const messages = messagesOf(registration, values)
  if (values.confirmPassword === '') messages.confirmPassword = t('Please confirm your password')
  else if (values.confirmPassword !== values.password) messages.confirmPassword = t('Passwords do not match')
  if (!values.terms) messages.terms = t('Please accept the terms to create an account')
  return messages
}
