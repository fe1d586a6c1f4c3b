import { NativeForm } from './NativeForm.ts'
import { NativeRegExp } from './NativeRegExp.ts'
import { NativeSearchParams, NativeURL } from './addresses.ts'
import { NativeController, nativeFetch, NativeSignal } from './requests.ts'

/** What an app on React Native finds in place of the globals of a browser; there are neither streams nor DOMException. */
export const globals = {
  AbortController: NativeController,
  AbortSignal: NativeSignal,
  DOMException: undefined,
  fetch: nativeFetch,
  FormData: NativeForm,
  ReadableStream: undefined,
  RegExp: NativeRegExp,
  URL: NativeURL,
  URLSearchParams: NativeSearchParams,
  WeakRef: undefined,
}
