// SPDX-License-Identifier: BSD-2-Clause
/* drivers.c - the names of drivers in /sys, and of their requests. */
#include "drivers.h"

#include <linux/ioctl.h>
#include <string.h>

#define OWN_FIRST 0x40		/* DRM_COMMAND_BASE and DRM_COMMAND_END of drm.h */
#define OWN_END   0xa0

bool drivers__share(uint32_t cmd)
{
	return _IOC_TYPE(cmd) == 'd' && _IOC_NR(cmd) >= OWN_FIRST && _IOC_NR(cmd) < OWN_END;
}

static const struct {
	const char *driver, *requests;
} drivers[] = {
	{ "adreno",       "DRM_IOCTL_MSM_"      },
	{ "amdgpu",       "DRM_IOCTL_AMDGPU_"   },
	{ "amdxdna",      "DRM_IOCTL_AMDXDNA_"  },
	{ "armada-drm",   "DRM_IOCTL_ARMADA_"   },
	{ "drm",          "DRM_IOCTL_TEGRA_"    },	/* of the bus host1x */
	{ "etnaviv",      "DRM_IOCTL_ETNAVIV_"  },
	{ "exynos-drm",   "DRM_IOCTL_EXYNOS_"   },
	{ "i810",         "DRM_IOCTL_I810_"     },
	{ "i915",         "DRM_IOCTL_I915_"     },
	{ "intel_vpu",    "DRM_IOCTL_IVPU_"     },
	{ "lima",         "DRM_IOCTL_LIMA_"     },
	{ "mga",          "DRM_IOCTL_MGA_"      },
	{ "msm",          "DRM_IOCTL_MSM_"      },
	{ "msm-mdss",     "DRM_IOCTL_MSM_"      },
	{ "msm_dpu",      "DRM_IOCTL_MSM_"      },
	{ "msm_mdp",      "DRM_IOCTL_MSM_"      },
	{ "nouveau",      "DRM_IOCTL_NOUVEAU_"  },
	{ "omapdrm",      "DRM_IOCTL_OMAP_"     },
	{ "panfrost",     "DRM_IOCTL_PANFROST_" },
	{ "panthor",      "DRM_IOCTL_PANTHOR_"  },
	{ "powervr",      "DRM_IOCTL_PVR_"      },
	{ "qaic",         "DRM_IOCTL_QAIC_"     },
	{ "qxl",          "DRM_IOCTL_QXL_"      },
	{ "r128",         "DRM_IOCTL_R128_"     },
	{ "radeon",       "DRM_IOCTL_RADEON_"   },
	{ "rocket",       "DRM_IOCTL_ROCKET_"   },
	{ "savage",       "DRM_IOCTL_SAVAGE_"   },
	{ "sis",          "DRM_IOCTL_SIS_"      },
	{ "v3d",          "DRM_IOCTL_V3D_"      },
	{ "vc4-drm",      "DRM_IOCTL_VC4_"      },
	{ "vgem",         "DRM_IOCTL_VGEM_"     },
	{ "via",          "DRM_IOCTL_VIA_"      },
	{ "virtio_gpu",   "DRM_IOCTL_VIRTGPU_"  },
	{ "xe",           "DRM_IOCTL_XE_"       },
};
#define DRIVERS (sizeof(drivers) / sizeof(drivers[0]))

static bool is_of(const char *request, unsigned driver)
{
	return !strncmp(request, drivers[driver].requests, strlen(drivers[driver].requests));
}

bool driver__has(const char *driver, const char *request)
{
	for (unsigned i = 0; driver && i < DRIVERS; i++)
		if (!strcmp(driver, drivers[i].driver))
			return is_of(request, i);
	return true;
}

const char *driver__of(const char *request)
{
	for (unsigned i = 0; i < DRIVERS; i++)
		if (is_of(request, i))
			return drivers[i].driver;
	return NULL;
}
