import { IconSearch } from 'virtual:icons'
import { Box, CloseButton, TextInput } from '@mantine/core'
import { useRef } from 'react'
import { t } from '../../locales/translate.ts'
import type { CasesPlace } from './cases-place.ts'

const CHARS_MAX = 100

export function CasesSearch({ place: { view, typed, setTyped } }: { place: CasesPlace }) {
  const field = useRef<HTMLInputElement>(null)
  return (
    <Box
      component="search"
      flex={{ base: '1 1 auto', sm: '1 1 260px' }}
      maw={{ base: 'none', sm: 440 }}
      aria-label={t('Cases')}
    >
      <TextInput
        ref={field}
        aria-label={view.tab === 'claims' ? t('Search claims') : t('Search payments')}
        placeholder={view.tab === 'claims' ? t('UTR, order or customer') : t('UTR, amount, payer or order')}
        inputMode="search"
        autoComplete="off"
        spellCheck={false}
        maxLength={CHARS_MAX}
        leftSection={<IconSearch size={16} aria-hidden />}
        rightSection={
          typed !== '' && (
            <CloseButton
              aria-label={t('Clear the search')}
              onClick={() => {
                setTyped('')
                field.current?.focus()
              }}
            />
          )
        }
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    </Box>
  )
}
