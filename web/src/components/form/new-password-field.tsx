import {
  isInFilter,
  isOwnName,
  PASSWORD_ADVICE,
  type PasswordAdvice,
  passwordForm,
} from '@galla/contract/auth/password-advice'
import { PASSWORD_LENGTH_MIN } from '@galla/contract/fields'
import { Box, Group, type PasswordInputProps, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { fetchOwnFile } from '../../api/api.ts'
import { t, translateServerText } from '../../locales/translate.ts'
import { PasswordField } from './password-field.tsx'
import filterUrl from './password-filter.bloom?url'

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
  const colour = `var(--galla-${level < 2 ? 'failed' : level === 2 ? 'pending' : 'success'})`
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
            display="flex"
            flex={1}
            style={{ gap: 4 }}
          >
            {STRENGTHS.slice(1).map((name, index) => (
              <Box
                key={name}
                component="span"
                flex={1}
                h={6}
                bdrs={3}
                bg={index < Math.max(level, 1) ? colour : 'var(--galla-line)'}
              />
            ))}
          </Box>
          <Text span fz="sm" fw={600} miw={72} ta="end" c={colour} aria-hidden>
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

/** From a password that is too short, to one that nobody guesses. */
const STRENGTHS = ['short', 'weak', 'fair', 'good', 'strong'] as const
type Strength = (typeof STRENGTHS)[number]

const DIGITS = 10
const LETTERS = 26
const SIGNS = 33
/** Letters of other scripts; an attacker tries those of one script. */
const FURTHER = 100

const KINDS: readonly (readonly [RegExp, number])[] = [
  [/[0-9]/, DIGITS],
  [/[a-z]/, LETTERS],
  [/[A-Z]/, LETTERS],
  [/[ -/:-@[-`{-~]/, SIGNS],
  [/[^ -~]/, FURTHER],
]

const FAIR_BITS = 40
const GOOD_BITS = 60
const STRONG_BITS = 80

/** Estimates how hard a password is to guess. A repeated character, or the next one of a row such as 1234, adds nothing. */
export function strengthOf(password: string, lengthMin: number): Strength {
  if (password.length < lengthMin) return 'short'
  const codes = Array.from(password, (character) => character.codePointAt(0) ?? 0)
  const fresh = codes.filter((code, at) => Math.abs(code - (codes[at - 1] ?? -2)) > 1).length
  const counted = Math.min(fresh, 2 * new Set(codes).size)
  const tried = KINDS.reduce((sum, [kind, size]) => sum + (kind.test(password) ? size : 0), 0)
  const bits = counted * Math.log2(tried)
  if (bits < FAIR_BITS) return 'weak'
  if (bits < GOOD_BITS) return 'fair'
  return bits < STRONG_BITS ? 'good' : 'strong'
}

let loaded: Promise<Uint8Array> | undefined

/** 16 kB, loaded when a password is chosen. */
const load = (): Promise<Uint8Array> =>
  fetchOwnFile(filterUrl, async (response) => new Uint8Array(await response.arrayBuffer()))

/** Whether a password is one of the 5,000 most common ones. It is compared here: what is typed leaves the browser only with the form. */
export async function isCommonPassword(password: string): Promise<boolean> {
  loaded ??= load()
  try {
    const filter = await loaded
    const text = new TextEncoder().encode(passwordForm(password))
    return isInFilter(filter, new Uint8Array(await crypto.subtle.digest('SHA-256', text)))
  } catch (error) {
    loaded = undefined
    throw error
  }
}
