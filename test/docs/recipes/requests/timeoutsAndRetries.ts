import { backoff, RestEndpoint } from 'rtk-rest'
import { API } from '../api'

export const getRates = new RestEndpoint({
  urlPrefix: API,
  path: '/rates/:day',
  timeout: 5_000, // per attempt, including the body
  retry: backoff({ retries: 3 }), // after 300 ms, 600 ms and 1.2 s, each randomized up to twice as long
})

export const sendOrder = new RestEndpoint({
  urlPrefix: API,
  path: '/orders',
  method: 'POST',
  body: {} as { readonly id: string; readonly amount: number },
  // The server may have processed a POST without a response: retry only if repeating it is safe.
  retry: backoff({ retries: 5, minDelay: 100, maxDelay: 2_000, methods: ['POST'] }),
})
