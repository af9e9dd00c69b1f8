// When the end of a certificate is near: of alerts, dashboards and pages alike.

/** Time to renew it. */
export const soonDays = 14;
/** Hardly any. */
export const verySoonDays = 3;
