import { config } from 'zod';

// Before any schema is made: zod would try to make code from text, and the page's policy would report it as a violation.
config({ jitless: true });
