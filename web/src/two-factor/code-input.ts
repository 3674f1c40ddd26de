import css from './code-input.module.css'

/** Styles of an input for login codes. */
export const CODE_INPUT = { input: css.code ?? '' }
