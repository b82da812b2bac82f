// SPDX-License-Identifier: BSD-2-Clause
/* dcb.c - data centre bridging: RTM_GETDCB, RTM_SETDCB (linux/dcbnl.h). */
#include <linux/dcbnl.h>
#include <linux/rtnetlink.h>

#include "route.h"

static const struct attr ieee_apps[] = {
	[DCB_ATTR_IEEE_APP] = MADE(dcb_app),
};
static const struct named_attr ieee_apps_later[] = { OF("DCB_ATTR_DCB_APP", ATTR, ieee_apps[DCB_ATTR_IEEE_APP]) };
static const struct attrs ieee_apps_attrs = ATTRS_BEYOND(dcb_ieee_app_attrs, ieee_apps, LATER(ieee_apps_later));

/* Selectors, in order of precedence: each has the type that entries with this selector have in other tables */
static const struct attr selector = U8;
static const struct attrs selectors = { .names = &dcb_ieee_app_attrs, .any = &selector };
static const struct named_attr ieee_later[] = { OF("DCB_ATTR_DCB_APP_TRUST_TABLE", NEST, selectors), OF("DCB_ATTR_DCB_REWR_TABLE", NEST, ieee_apps_attrs) };

static const struct attr ieee[] = {
	[DCB_ATTR_IEEE_ETS]       = MADE(ieee_ets),
	[DCB_ATTR_IEEE_PFC]       = MADE(ieee_pfc),
	[DCB_ATTR_IEEE_APP_TABLE] = NESTED(ieee_apps_attrs),
	[DCB_ATTR_IEEE_PEER_ETS]  = MADE(ieee_ets),
	[DCB_ATTR_IEEE_PEER_PFC]  = MADE(ieee_pfc),
	[DCB_ATTR_IEEE_PEER_APP]  = BINARY,
	[DCB_ATTR_IEEE_MAXRATE]   = MADE(ieee_maxrate),
	[DCB_ATTR_IEEE_QCN]       = MADE(ieee_qcn),
	[DCB_ATTR_IEEE_QCN_STATS] = MADE(ieee_qcn_stats),
	[DCB_ATTR_DCB_BUFFER]     = MADE(dcbnl_buffer),
};
static const struct attrs ieee_attrs = ATTRS_BEYOND(dcb_ieee_attrs, ieee, LATER(ieee_later));

static const struct attr pfc[] = {
	[DCB_PFC_UP_ATTR_0]   = U8,
	[DCB_PFC_UP_ATTR_1]   = U8,
	[DCB_PFC_UP_ATTR_2]   = U8,
	[DCB_PFC_UP_ATTR_3]   = U8,
	[DCB_PFC_UP_ATTR_4]   = U8,
	[DCB_PFC_UP_ATTR_5]   = U8,
	[DCB_PFC_UP_ATTR_6]   = U8,
	[DCB_PFC_UP_ATTR_7]   = U8,
	[DCB_PFC_UP_ATTR_ALL] = FLAG,
};
static const struct attrs pfc_attrs = ATTRS_BEYOND(dcb_pfc_up_attr_attrs, pfc);

static const struct attr tc[] = {
	[DCB_TC_ATTR_PARAM_PGID]        = U8,
	[DCB_TC_ATTR_PARAM_UP_MAPPING]  = U8,
	[DCB_TC_ATTR_PARAM_STRICT_PRIO] = U8,
	[DCB_TC_ATTR_PARAM_BW_PCT]      = U8,
	[DCB_TC_ATTR_PARAM_ALL]         = FLAG,
};
static const struct attrs tc_attrs = ATTRS_BEYOND(dcb_tc_attr_param_attrs, tc);

static const struct attr pg[] = {
	[DCB_PG_ATTR_TC_0]      = NESTED(tc_attrs),
	[DCB_PG_ATTR_TC_1]      = NESTED(tc_attrs),
	[DCB_PG_ATTR_TC_2]      = NESTED(tc_attrs),
	[DCB_PG_ATTR_TC_3]      = NESTED(tc_attrs),
	[DCB_PG_ATTR_TC_4]      = NESTED(tc_attrs),
	[DCB_PG_ATTR_TC_5]      = NESTED(tc_attrs),
	[DCB_PG_ATTR_TC_6]      = NESTED(tc_attrs),
	[DCB_PG_ATTR_TC_7]      = NESTED(tc_attrs),
	[DCB_PG_ATTR_TC_ALL]    = NESTED(tc_attrs),
	[DCB_PG_ATTR_BW_ID_0]   = U8,
	[DCB_PG_ATTR_BW_ID_1]   = U8,
	[DCB_PG_ATTR_BW_ID_2]   = U8,
	[DCB_PG_ATTR_BW_ID_3]   = U8,
	[DCB_PG_ATTR_BW_ID_4]   = U8,
	[DCB_PG_ATTR_BW_ID_5]   = U8,
	[DCB_PG_ATTR_BW_ID_6]   = U8,
	[DCB_PG_ATTR_BW_ID_7]   = U8,
	[DCB_PG_ATTR_BW_ID_ALL] = FLAG,
};
static const struct attrs pg_attrs = ATTRS_BEYOND(dcb_pg_attr_attrs, pg);

static const struct attr cap[] = {
	[DCB_CAP_ATTR_ALL]     = FLAG,
	[DCB_CAP_ATTR_PG]      = U8,
	[DCB_CAP_ATTR_PFC]     = U8,
	[DCB_CAP_ATTR_UP2TC]   = U8,
	[DCB_CAP_ATTR_PG_TCS]  = U8,
	[DCB_CAP_ATTR_PFC_TCS] = U8,
	[DCB_CAP_ATTR_GSP]     = U8,
	[DCB_CAP_ATTR_BCN]     = U8,
	[DCB_CAP_ATTR_DCBX]    = U8,
};
static const struct attrs cap_attrs = ATTRS_BEYOND(dcb_cap_attr_attrs, cap);

static const struct attr numtcs[] = {
	[DCB_NUMTCS_ATTR_ALL] = FLAG,
	[DCB_NUMTCS_ATTR_PG]  = U8,
	[DCB_NUMTCS_ATTR_PFC] = U8,
};
static const struct attrs numtcs_attrs = ATTRS_BEYOND(dcb_numtcs_attr_attrs, numtcs);

static const struct attr bcn[] = {
	[DCB_BCN_ATTR_RP_0]   = U8,
	[DCB_BCN_ATTR_RP_1]   = U8,
	[DCB_BCN_ATTR_RP_2]   = U8,
	[DCB_BCN_ATTR_RP_3]   = U8,
	[DCB_BCN_ATTR_RP_4]   = U8,
	[DCB_BCN_ATTR_RP_5]   = U8,
	[DCB_BCN_ATTR_RP_6]   = U8,
	[DCB_BCN_ATTR_RP_7]   = U8,
	[DCB_BCN_ATTR_RP_ALL] = FLAG,
	[DCB_BCN_ATTR_BCNA_0] = U32,
	[DCB_BCN_ATTR_BCNA_1] = U32,
	[DCB_BCN_ATTR_ALPHA]  = U32,
	[DCB_BCN_ATTR_BETA]   = U32,
	[DCB_BCN_ATTR_GD]     = U32,
	[DCB_BCN_ATTR_GI]     = U32,
	[DCB_BCN_ATTR_TMAX]   = U32,
	[DCB_BCN_ATTR_TD]     = U32,
	[DCB_BCN_ATTR_RMIN]   = U32,
	[DCB_BCN_ATTR_W]      = U32,
	[DCB_BCN_ATTR_RD]     = U32,
	[DCB_BCN_ATTR_RU]     = U32,
	[DCB_BCN_ATTR_WRTT]   = U32,
	[DCB_BCN_ATTR_RI]     = U32,
	[DCB_BCN_ATTR_C]      = U32,
	[DCB_BCN_ATTR_ALL]    = FLAG,
};
static const struct attrs bcn_attrs = ATTRS_BEYOND(dcb_bcn_attr_attrs, bcn);

static const struct attr app[] = {
	[DCB_APP_ATTR_IDTYPE]   = U8,
	[DCB_APP_ATTR_ID]       = U16,
	[DCB_APP_ATTR_PRIORITY] = U8,
};
static const struct attrs app_attrs = ATTRS_BEYOND(dcb_app_attr_attrs, app);

static const struct attr featcfg[] = {
	[DCB_FEATCFG_ATTR_ALL] = FLAG,
	[DCB_FEATCFG_ATTR_PG]  = U8,
	[DCB_FEATCFG_ATTR_PFC] = U8,
	[DCB_FEATCFG_ATTR_APP] = U8,
};
static const struct attrs featcfg_attrs = ATTRS_BEYOND(dcb_featcfg_attr_attrs, featcfg);

static const struct attr cee[] = {
	[DCB_ATTR_CEE_PEER_PG]        = MADE(cee_pg),
	[DCB_ATTR_CEE_PEER_PFC]       = MADE(cee_pfc),
	[DCB_ATTR_CEE_PEER_APP_TABLE] = BINARY,
	[DCB_ATTR_CEE_TX_PG]          = BINARY,
	[DCB_ATTR_CEE_RX_PG]          = BINARY,
	[DCB_ATTR_CEE_PFC]            = BINARY,
	[DCB_ATTR_CEE_APP_TABLE]      = BINARY,
	[DCB_ATTR_CEE_FEAT]           = BINARY,
};
static const struct attrs cee_attrs = ATTRS_BEYOND(dcb_cee_attrs, cee);

static const struct attr dcb[] = {
	[DCB_ATTR_IFNAME]      = STRING,
	[DCB_ATTR_STATE]       = U8,
	[DCB_ATTR_PFC_STATE]   = U8,
	[DCB_ATTR_PFC_CFG]     = NESTED(pfc_attrs),
	[DCB_ATTR_NUM_TC]      = U8,
	[DCB_ATTR_PG_CFG]      = NESTED(pg_attrs),
	[DCB_ATTR_SET_ALL]     = U8,
	[DCB_ATTR_PERM_HWADDR] = HWADDR,
	[DCB_ATTR_CAP]         = NESTED(cap_attrs),
	[DCB_ATTR_NUMTCS]      = NESTED(numtcs_attrs),
	[DCB_ATTR_BCN]         = NESTED(bcn_attrs),
	[DCB_ATTR_APP]         = NESTED(app_attrs),
	[DCB_ATTR_IEEE]        = NESTED(ieee_attrs),
	[DCB_ATTR_DCBX]        = U8,
	[DCB_ATTR_FEATCFG]     = NESTED(featcfg_attrs),
	[DCB_ATTR_CEE]         = NESTED(cee_attrs),
};
const struct attrs nl_dcb_attrs = ATTRS_BEYOND(dcb_attrs, dcb);
