// `picket probe`: one round now, shown as a person wants to see it.
import type { Config } from '../config/config.ts';
import { loadConfig, parseConfig } from '../config/load.ts';
import type { ApiVersion, EndpointName } from '../contract/endpoints.ts';
import type { CheckResult, Deployment, Result } from '../model.ts';
import { phaseNames } from '../model.ts';
import { examine } from '../pipeline.ts';
import { createProber } from '../probe/http.ts';
import { beatOf } from '../schedule/beat.ts';
import { exitCodes, OperatorError } from './exit.ts';
import { duration, printable, table } from './table.ts';
import { version } from './version.ts';
