import { codedMessage } from './messages'

/** What to write in place of a plain value, and what to import; for development. */
const ADVICE: Readonly<Record<string, readonly [value: string, imported: string]>> =
  process.env.NODE_ENV === 'production'
    ? {}
    : {
        getOptimisticResponse: [
          'getOptimisticResponse: [optimistic, (snap, …) => …]',
          "import { optimistic } from 'rtk-rest/optimistic'",
        ],
        optimistic: ['optimistic', "import { optimistic } from 'rtk-rest/optimistic'"],
        paginationField: ["paginationField: [pages, '…']", "import { pages } from 'rtk-rest'"],
        live: ['live: webSocket(url, …)', "import { webSocket } from 'rtk-rest/streams'"],
        refetchOn: ['refetchOn: onFocus', "import { onFocus } from 'rtk-rest/refetch'"],
        retry: ['retry: backoff({ retries: 3 })', "import { backoff } from 'rtk-rest'"],
        scope: ["scope: [serial, '…']", "import { serial } from 'rtk-rest'"],
        update: ['update: [updates, (result, …) => …]', "import { updates } from 'rtk-rest'"],
      }

/** The error for an option that is given as a plain value, in place of one that brings what runs it. */
export function missingManager(name: string, option: string): TypeError {
  const [value, imported] = ADVICE[option] ?? []
  return new TypeError(
    codedMessage(
      'missing-manager',
      process.env.NODE_ENV === 'production' ||
        `${name}: \`${option}\` is a plain value, which nothing runs: write \`${value}\`, with \`${imported}\`.`,
      `${name}, ${option}`,
    ),
  )
}
