import { isOwnName, PASSWORD_ADVICE, type PasswordAdvice } from '@galla/contract/auth/password-advice'
import { PASSWORD_LENGTH_MIN } from '@galla/contract/fields'
import { Box, Group, type PasswordInputProps, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { t, translateServerText } from '../../locales/translate.ts'
import css from './new-password-field.module.css'
import { PasswordField } from './password-field.tsx'
import { isCommonPassword } from './password-filter.ts'
import { STRENGTHS, type Strength, strengthOf } from './password-strength.ts'

interface NewPasswordFieldProps extends Omit<PasswordInputProps, 'autoComplete' | 'value'> {
  readonly value?: string
  /** Whose password it will be, as far as the form knows. */
  readonly owner?: { readonly email: string; readonly name: string }
}

const NOBODY = { email: '', name: '' }

/** A field for a new password. The strength and the advice stop nobody; only the server may refuse a password. */
export function NewPasswordField({ value = '', owner = NOBODY, ...props }: NewPasswordFieldProps) {
  const advice = useAdvice(value, owner)
  return (
    <div>
      <PasswordField
        description={t('At least 8 characters')}
        {...props}
        autoComplete="new-password"
        value={value}
      />
      <StrengthMeter password={value} advice={props.error ? undefined : advice} />
    </div>
  )
}

function useAdvice(
  password: string,
  owner: { readonly email: string; readonly name: string },
): PasswordAdvice | undefined {
  const [common, setCommon] = useState<string>()
  const isLong = password.length >= PASSWORD_LENGTH_MIN
  useEffect(() => {
    if (!isLong) return
    let isCurrent = true
    isCommonPassword(password)
      .then((found) => isCurrent && found && setCommon(password))
      // Without the list, or on an address without encryption, there is only the strength.
      .catch(() => undefined)
    return () => {
      isCurrent = false
    }
  }, [password, isLong])
  if (!isLong) return undefined
  if (isOwnName(password, owner)) return 'ownName'
  return common === password ? 'common' : undefined
}

const NAMES: Readonly<Record<Strength, string>> = {
  short: t('Too short'),
  weak: t('Weak'),
  fair: t('Fair'),
  good: t('Good'),
  strong: t('Strong'),
}

function StrengthMeter({ password, advice }: { password: string; advice: PasswordAdvice | undefined }) {
  const strength = advice === undefined ? strengthOf(password, PASSWORD_LENGTH_MIN) : 'weak'
  const level = STRENGTHS.indexOf(strength)
  return (
    <>
      {password !== '' && (
        <Group gap="sm" wrap="nowrap" mt={6}>
          <Box
            role="meter"
            aria-label={t('Password strength')}
            aria-valuemin={0}
            aria-valuemax={STRENGTHS.length - 1}
            aria-valuenow={level}
            aria-valuetext={NAMES[strength]}
            className={css.meter}
            data-strength={strength}
          >
            {STRENGTHS.slice(1).map((name, index) => (
              <span key={name} data-filled={index < Math.max(level, 1)} />
            ))}
          </Box>
          <Text
            span
            fz="sm"
            fw={600}
            miw={72}
            ta="end"
            aria-hidden
            className={css.name}
            data-strength={strength}
          >
            {NAMES[strength]}
          </Text>
        </Group>
      )}
      {/* Always there, so that screen readers say what appears in it. */}
      <Text role="status" fz="sm" c="dimmed" mt={advice === undefined ? 0 : 4}>
        {advice !== undefined && translateServerText(PASSWORD_ADVICE[advice])}
      </Text>
    </>
  )
}
