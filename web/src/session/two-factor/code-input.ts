import css from './code-input.module.css'

/** The look of a field that a code is typed into. */
export const CODE_INPUT = { input: css.code ?? '' }
