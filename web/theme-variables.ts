import { MantineProvider } from '@mantine/core'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { Plugin } from 'vite'
import { cssVariables, theme } from './src/theme/theme.ts'

const ID = 'virtual:theme-variables.css'

/** Mantine's variables and classes for our theme, as a stylesheet: a phone takes a tenth of a second to make them at each visit. */
export const themeVariables = (): Plugin => ({
  name: 'theme-variables',
  resolveId: (id) => (id === ID ? id : undefined),
  load(id) {
    if (id !== ID) return undefined
    const html = renderToStaticMarkup(
      createElement(MantineProvider, { theme, cssVariablesResolver: cssVariables }, null),
    )
    return [...html.matchAll(/<style[^>]*>(.*?)<\/style>/gs)].map(([, style]) => style).join('\n')
  },
})
