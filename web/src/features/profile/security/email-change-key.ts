export const EMAIL_CHANGE_KEY = ['email-change']
