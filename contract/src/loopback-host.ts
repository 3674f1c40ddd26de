/** Whether a host name, as a URL writes it, is this machine. On a developer's machine one server is localhost, 127.0.0.1 and [::1]. */
export const isLoopbackHost = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname)
