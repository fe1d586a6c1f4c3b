export { BookResource } from '../step2/books'
