import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { useState } from 'react'
import { t } from '../../locales/translate.ts'

/** A password field whose show/hide toggle is reachable by keyboard and has a label. */
export function PasswordField(props: PasswordInputProps) {
  const [visible, setVisible] = useState(false)
  return (
    <PasswordInput
      {...props}
      visible={visible}
      onVisibilityChange={setVisible}
      visibilityToggleFocusable
      visibilityToggleButtonProps={{
        'aria-label': visible ? t('Hide text') : t('Show text'),
      }}
    />
  )
}
